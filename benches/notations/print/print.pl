# Prints each value of standard input as Data::Dumper does.
use strict; use Data::Dumper;
$Data::Dumper::Sortkeys = 1; $Data::Dumper::Useqq = $ARGV[0] // 0; $Data::Dumper::Indent = $ARGV[1] // 2;
my @lines = <STDIN>; chomp @lines;
sub value {
    my $line = shift @lines; my $rest = substr $line, 1; my $kind = substr $line, 0, 1;
    return undef if $kind eq 'n'; return 1 if $kind eq 't'; return 0 if $kind eq 'f';
    return $rest + 0 if $kind eq 'i' or $kind eq 'd';
    return pack 'H*', $rest if $kind eq 's' or $kind eq 'y';
    return [map { value() } 1 .. $rest] if $kind eq '[';
    if ($kind eq 'p') { my $x = value(); return bless({ x => $x, y => value() }, 'Point') }
    my %h; for (1 .. $rest) { my $k = value(); $h{$k} = value() } return \%h;
}
while (@lines) { print unpack('H*', Dumper(value())), "\n" }
