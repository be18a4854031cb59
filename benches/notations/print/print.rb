# Prints each value of standard input as Ruby's inspect does; one line of hexadecimal digits each.
require "set"
require "date"
Point = Struct.new(:x, :y)
def value(lines)
  line = lines.shift
  rest = line[1..]
  case line[0]
  when "n" then nil
  when "t" then true
  when "f" then false
  when "i" then rest.to_i
  when "d" then rest.to_f
  when "s" then [rest].pack("H*").force_encoding("UTF-8")
  when "y" then [rest].pack("H*").force_encoding("UTF-8").to_sym
  when "D" then Time.utc(*rest.split("-").map(&:to_i))
  when "[" then Array.new(rest.to_i) { value(lines) }
  when "e" then Set.new(Array.new(rest.to_i) { value(lines) })
  when "p" then Point.new(value(lines), value(lines))
  when "{" then Array.new(rest.to_i) { [value(lines), value(lines)] }.to_h
  end
end
lines = STDIN.read.split("\n")
puts value(lines).inspect.unpack1("H*") until lines.empty?
