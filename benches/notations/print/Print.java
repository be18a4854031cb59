// Prints each value of standard input as toString does.
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Print {
    record Point(Object x, Object y) {}
    static Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
    static Object value() {
        String line = in.nextLine(), rest = line.substring(1);
        switch (line.charAt(0)) {
            case 'n': return null;
            case 't': return true;
            case 'f': return false;
            case 'i': return Long.parseLong(rest);
            case 'd': return Double.parseDouble(rest);
            case '[': { List<Object> list = new ArrayList<>(); for (int i = Integer.parseInt(rest); i > 0; i--) list.add(value()); return list; }
            case '{': { Map<Object, Object> map = new LinkedHashMap<>(); for (int i = Integer.parseInt(rest); i > 0; i--) { Object key = value(); map.put(key, value()); } return map; }
            case 'p': { Object x = value(); return new Point(x, value()); }
            case 'o': return Optional.ofNullable(value());
            default: return new String(HexFormat.of().parseHex(rest), StandardCharsets.UTF_8);
        }
    }
    public static void main(String[] arguments) {
        StringBuilder out = new StringBuilder();
        while (in.hasNextLine()) out.append(HexFormat.of().formatHex(String.valueOf(value()).getBytes(StandardCharsets.UTF_8))).append('\n');
        System.out.print(out);
    }
}
