// What models write, by what is wrong with it. All texts are the project's own.

const EXAMPLES = [
  { name: 'Python instead of JSON', text: `Sure! Here is the order:

{'order_id': 1042, 'customer': 'Ada Berg', 'items': ['desk lamp', 'cable'], 'paid': True, 'coupon': None,}` },
  { name: 'Quotes in a text', text: `{
  "title": "The "quiet" keyboard",
  "review": "My team says "finally", and so do I.",
  "stars": 5,
  "tags": ["office" "typing"]
}` },
  { name: 'Cut off', text: `{
  "summary": "Three suppliers answered before Friday.",
  "offers": [
    {"supplier": "Nordlys", "price": 1840, "days": 12},
    {"supplier": "Hav & Co", "price": 1795, "days": 21},
    {"supplier": "Fjell", "price": 19` },
  { name: 'A fence and comments', text: `Here's the configuration you asked for:

\`\`\`jsonc
{
  // where the service listens
  host: "0.0.0.0",
  port: 8080,
  "retries": 3, // on errors of the network
  "targets": ["a.internal", "b.internal",],
}
\`\`\`

Let me know if you need anything else!` },
  { name: 'A tool call as text', tools: `[{"name": "search_trains", "parameters": {"type": "object", "properties": {
  "from": {"type": "string"}, "to": {"type": "string"}, "days": {"type": "array", "items": {"type": "integer"}}}}}]`,
  text: `<think>They want a train on Friday or Saturday.</think>
<tool_call>
{'name': 'search_trains', 'arguments': {'from': 'Oslo', 'to': 'Bergen', 'days': [5 6]}}
</tool_call>` },
  { name: 'A call in an answer of an API', text: JSON.stringify({
    id: 'chatcmpl-7', model: 'small-1',
    choices: [{ index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'write_file', arguments: `{"path": "notes.md", "content": "# Plan\n- call "Ada"\n- rest",}` } },
    ] } }],
  }, null, 2) },
  { name: 'Lost brackets', text: `{"team": {"name": "Blue", "members": [{"name": "Ida", "roles": ["lead", "ops"}, {"name": "Per", "roles": ["dev"]]}, "city": "Oslo"}}` },
  { name: 'No JSON at all', text: `I'm sorry, but I need the customer number before I can look up the order. Could you send it?` },
];
