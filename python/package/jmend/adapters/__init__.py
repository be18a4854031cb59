"""jmend in frameworks. Each module imports its framework, and nothing else does: `from jmend.adapters import openai`.

| module | for |
|---|---|
| `langchain` | `JmendOutputParser`, an output parser that also streams |
| `litellm` | `JmendLogger`, a callback that repairs the arguments of tool calls in responses |
| `openai` | `tool_calls` and `parsed`, helpers for responses of the SDK |
| `pydantic_ai` | `hooks`, a capability that repairs arguments and outputs before they are validated |

An adapter refuses what was cut off unless it is told otherwise: half a command must not run.
"""
