export PYTHONPATH=src SLEUTH_CACHE=/tmp/sc OMP_NUM_THREADS=1
python3 -c "from sleuth.kernels import deals,jit; deals.warm(); jit.set_warm()"
for pair in "$@"; do a=${pair%/*}; b=${pair#*/}; echo "$a $b"; s=$(date +%s); timeout 400 python3 -m sleuth clue simulate $a $b --games ${GAMES:-2000} --workers 16 --json; echo "  $(( $(date +%s)-s )) s"; done
