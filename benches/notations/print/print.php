<?php
// Prints each value of standard input as the function does that the first argument names.
class Point { public $x; protected $y; private $z = null; function __construct($x, $y) { $this->x = $x; $this->y = $y; }
  static function __set_state($a) { return new Point($a['x'], $a['y']); } }
$lines = explode("\n", trim(stream_get_contents(STDIN), "\n")); $at = 0;
function value() {
  global $lines, $at; $line = $lines[$at++]; $rest = substr($line, 1);
  switch ($line[0]) {
    case 'n': return null; case 't': return true; case 'f': return false;
    case 'i': return (int)$rest; case 'd': return (float)$rest;
    case 's': case 'y': return hex2bin($rest);
    case '[': $a = []; for ($i = 0; $i < (int)$rest; $i++) $a[] = value(); return $a;
    case '{': $a = []; for ($i = 0; $i < (int)$rest; $i++) { $k = value(); $a[$k] = value(); } return $a;
    case 'p': $x = value(); return new Point($x, value());
  }
}
while ($at < count($lines)) {
  $v = value();
  ob_start();
  switch ($argv[1]) { case 'var_dump': var_dump($v); break; case 'var_export': var_export($v); break; default: print_r($v); }
  echo bin2hex(ob_get_clean()), "\n";
}
