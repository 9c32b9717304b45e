"""The door for agents that learn: `import sleuth.gym` registers the Gymnasium environments."""

from sleuth.adapters.gymnasium import DeductionEnv as DeductionEnv
from sleuth.adapters.gymnasium import register_environments as register_environments
from sleuth.adapters.gymnasium.vector import VectorDeductionEnv as VectorDeductionEnv
