import time, sys
from sleuth.multiplayer.arena import *
from sleuth.multiplayer.agents import *
from sleuth.multiplayer.racing import *
from sleuth.multiplayer.clue import Clue
N=int(sys.argv[1]); W=int(sys.argv[2])
A={'r':RandomAgent(),'h':HeuristicAgent(),'l':LikelyAgent(),'e':EntropyAgent(),'x':RaceAgent(),'xm':RaceAgent(margin=99.),'x9':RaceAgent(margin=.9),'x12':RaceAgent(margin=1.2),'g5':RaceAgent(gain=.5),'g1':RaceAgent(gain=.15)}
A.update({'xn':RaceAgent(habit=ShunsOwn(.01,.02)),'xnm':RaceAgent(habit=ShunsOwn(.01,.02),margin=99.),'xs3':RaceAgent(habit=ShunsOwn(.3,.02)),'x15':RaceAgent(margin=1.5),'xs5':RaceAgent(habit=ShunsOwn(.5,.1)),'x13':RaceAgent(margin=1.25)})
for p in sys.argv[3:]:
    a,b=p.split(',')
    t=time.time(); r=simulate(Clue.of(3),[A[a],A[b]],[0,1,1],N,workers=W); s=standings([a,b],[0,1,1],r)[0]; print(a,b,round(s.share,3),round(s.low,3),round(s.high,3), 'turns',np.mean([x.turns for x in r]), 'long',sum(x.last=='long' for x in r),'t/game',round((time.time()-t)/N*W,3),flush=True)
