"""jmend in frameworks. Each module imports its framework, and nothing else does: `from jmend.adapters import openai`.

| module | for |
|---|---|
| `langchain` | `JmendOutputParser`, an output parser that also streams, and `repaired_calls` for the invalid calls of a message |
| `langchain_agents` | `RepairedCalls`, a middleware for `create_agent` |
| `litellm` | `completion` and `acompletion` in place of its own, and `JmendLogger`, a callback for the proxy |
| `openai` | `tool_calls` and `parsed`, helpers for responses and streams of the SDK |
| `openai_agents` | `repaired` for tools, and `RepairedOutput` for outputs |
| `pydantic` | `RepairedModel`, a base class for models that instructor or `parse` of the OpenAI SDK fills |
| `pydantic_ai` | `hooks`, a capability that repairs arguments and outputs before they are validated |

An adapter refuses what was cut off unless it is told otherwise: half a command must not run. It repairs syntax, and converts values if
nothing is lost; a value that does not fit its schema goes on to the framework, which takes it or says what is wrong.
"""
