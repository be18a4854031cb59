// Prints each value of standard input as %v or %+v does.
package main

import ("bufio"; "encoding/hex"; "fmt"; "os"; "strconv")

type Point struct { X, Y interface{} }

var in = bufio.NewScanner(os.Stdin)

func value(line string) interface{} {
	next := func() interface{} { in.Scan(); return value(in.Text()) }
	rest := line[1:]
	switch line[0] {
	case 'n': return nil
	case 't': return true
	case 'f': return false
	case 'i': n, _ := strconv.ParseInt(rest, 10, 64); return n
	case 'd': d, _ := strconv.ParseFloat(rest, 64); return d
	case '[': n, _ := strconv.Atoi(rest); a := make([]interface{}, n); for i := range a { a[i] = next() }; return a
	case '{': n, _ := strconv.Atoi(rest); m := map[string]interface{}{}; for i := 0; i < n; i++ { k := next().(string); m[k] = next() }; return m
	case 'p': x := next(); return Point{x, next()}
	}
	b, _ := hex.DecodeString(rest)
	return string(b)
}

func main() {
	in.Buffer(make([]byte, 1<<20), 1<<26)
	for in.Scan() { fmt.Println(hex.EncodeToString([]byte(fmt.Sprintf(os.Args[1], value(in.Text()))))) }
}
