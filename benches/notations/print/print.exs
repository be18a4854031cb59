# Prints each value of standard input as Elixir's inspect does.
defmodule Point do
  defstruct [:x, :y]
end

defmodule Print do
  def value([line | lines]) do
    <<kind::binary-size(1), rest::binary>> = line
    text = fn -> Base.decode16!(rest, case: :lower) end
    case kind do
      "n" -> {nil, lines}
      "t" -> {true, lines}
      "f" -> {false, lines}
      "i" -> {String.to_integer(rest), lines}
      "d" -> {elem(Float.parse(rest), 0), lines}
      "s" -> {text.(), lines}
      "y" -> {String.to_atom(text.()), lines}
      "D" -> {Date.from_iso8601!(rest), lines}
      "[" -> many(lines, String.to_integer(rest))
      "e" -> with {list, lines} <- many(lines, String.to_integer(rest)), do: {MapSet.new(list), lines}
      "u" -> with {list, lines} <- many(lines, String.to_integer(rest)), do: {List.to_tuple(list), lines}
      "p" -> with {[x, y], lines} <- many(lines, 2), do: {struct(Point, x: x, y: y), lines}
      "k" -> with {list, lines} <- many(lines, 2 * String.to_integer(rest)), do: {pairs(list), lines}
      "{" -> with {list, lines} <- many(lines, 2 * String.to_integer(rest)), do: {Map.new(pairs(list)), lines}
    end
  end

  def pairs(list), do: list |> Enum.chunk_every(2) |> Enum.map(&List.to_tuple/1)
  def many(lines, 0), do: {[], lines}
  def many(lines, n) do
    {one, lines} = value(lines)
    {rest, lines} = many(lines, n - 1)
    {[one | rest], lines}
  end

  def all([]), do: :ok
  def all(lines) do
    {one, lines} = value(lines)
    text = inspect(one, limit: :infinity, printable_limit: :infinity, charlists: :as_lists)
    IO.puts(Base.encode16(text, case: :lower))
    all(lines)
  end
end

IO.read(:all) |> String.split("\n", trim: true) |> Print.all()
