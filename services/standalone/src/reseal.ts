// The entry of `npm run reseal`: encrypts all secrets of SECRET_KEY_PREVIOUS again with SECRET_KEY, while the product
// runs.
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal, requireKeys, reseal, type Seal } from '@slipway/persistence/secrets';
import { type Process, runProcess, StartupError } from '@slipway/process';
import { withReadableErrors } from './command-errors.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { openEmbeddedDatabase } from './postgres/embedded-database.ts';
import { print } from './terminal.ts';

/** Longer than any API request, and any transaction that has read a text before it was encrypted again. */
const defaultWaitSeconds = 30;
const reportIntervalMs = 2_000;
/** A statement reads one page of rows, whose texts may be large. */
const statementTimeoutMs = 120_000;

function waitSeconds(argument: string | undefined): number {
  if (argument === undefined) return defaultWaitSeconds;
  if (/^\d{1,4}$/.test(argument)) return Number(argument);
  throw new StartupError('npm run reseal accepts at most one argument: the seconds between two passes');
}

async function sealsOf({ config }: Process): Promise<Seal> {
  const { secretKeyPrevious, secretKey, databaseUrl, dataDir } = config;
  if (secretKeyPrevious === undefined) {
    throw new StartupError('reseal requires SECRET_KEY_PREVIOUS: set it to the previous SECRET_KEY');
  }
  if (secretKey === undefined && databaseUrl !== undefined) {
    throw new StartupError('reseal requires SECRET_KEY, the new key');
  }
  return createSeal(secretKey ?? (await readSecretKey(dataDir)), secretKeyPrevious);
}

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** Prints the number of remaining rows, at the start and every two seconds. */
function progressReporter(): (remaining: number) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (remaining) => {
    if (performance.now() - reportedAt < reportIntervalMs) return;
    reportedAt = performance.now();
    print(`${rows(remaining)} to re-encrypt`);
  };
}

async function encryptAgain(database: Database, seal: Seal, waitMs: number): Promise<void> {
  const {
    isComplete: isOver,
    resealedCount: encryptedRows,
    unreadable,
  } = await reseal({ database, seal, waitMs, onProgress: progressReporter() });
  print(`${rows(encryptedRows)} re-encrypted`);
  if (unreadable > 0)
    print(
      `${unreadable} texts have the id of the key ${seal.previousKeyId}, but it cannot decrypt them: they are unchanged`,
    );
  if (!isOver) {
    throw new StartupError(
      `a process still uses the key ${seal.previousKeyId}: restart all processes with the new SECRET_KEY, then run this command again`,
    );
  }
  print(`no text uses the key ${seal.previousKeyId}: remove SECRET_KEY_PREVIOUS`);
}

async function start(process: Process): Promise<void> {
  const { config, lifecycle, logger } = process;
  const waitMs = 1_000 * waitSeconds(globalThis.process.argv[2]);
  const seal = await sealsOf(process);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await openEmbeddedDatabase(process));
  const database = await lifecycle.start(
    'database',
    () =>
      openDatabase({
        url,
        connections: 2,
        statementTimeoutMs,
        onConnectionLost: (error) => logger.warn({ error }, 'a database connection was lost'),
      }),
    (opened) => opened.stop(),
  );
  await requireKeys(database, seal);
  await encryptAgain(database, seal, waitMs);
  await lifecycle.stop();
}

await runProcess((process) => withReadableErrors(process, start));
