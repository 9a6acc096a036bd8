import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Takes the lock that writers to SQLite's write-ahead log take, as it is laid out on Linux: byte 120 of the `-shm`
// file. Perl is part of every Debian, and Node takes no such locks.
const LOCK = `
use Fcntl qw(F_WRLCK F_SETLKW SEEK_SET);
open(my $file, "+<", $ARGV[0]) or die $!;
my $lock = pack("s s x4 q q i x4", F_WRLCK, SEEK_SET, 120, 1, 0);
fcntl($file, F_SETLKW, $lock) or die $!;
$| = 1;
print "locked";
<STDIN>;
`

/** Makes the embedded database of a server store nothing, like a disk that does not answer, until the result is called. */
export async function stallDatabase(dataFolder: string): Promise<() => Promise<void>> {
  const holder = spawn('perl', ['-e', LOCK, `${dataFolder}/hoi.db-shm`], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  const [said] = (await Promise.race([once(holder.stdout, 'data'), ended])) as [unknown]
  if (String(said) !== 'locked') throw new Error(`the database could not be locked: ${String(said)}`)
  return async () => {
    holder.stdin.end()
    await ended
  }
}
