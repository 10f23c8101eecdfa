// The entry of `npm run restore`: restores a backup into an empty data folder, and pauses its scheduling until an
// operator continues.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createSeal,
  type Database,
  heldScheduling,
  holdScheduling,
  migrate,
  type OwedWork,
  openDatabase,
  owedWork,
  readClock,
  releaseScheduling,
} from '@slipway/persistence';
import { CannotStart, type Process, runProcess } from '@slipway/runtime';
import { say } from './announce.ts';
import { openBackup } from './backup/backup-file.ts';
import { mostTold, type Restored, restoreCluster } from './backup/restore-cluster.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { asSentence, hereIs } from './ending.ts';
import { reachEmbedded } from './postgres/reach.ts';

const usage =
  'npm run restore takes a file, or one of --owed, --hold and --release; --hold takes a moment, such as 2026-11-22T21:00:00Z';

const momentOf = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

const whatOf: Record<OwedWork['kind'], string> = {
  trigger: 'trigger, would fire',
  script: 'script, would run',
  request: 'script, had sent a request of whose answer nothing is known',
  event: 'event, would be dispatched',
  release: 'release, would be woken',
};

function tellOwed(owed: readonly OwedWork[]): void {
  if (owed.length === 0) say('nothing is due that may have been done already');
  for (const { kind, id, title, dueAt } of owed)
    say(`- ${whatOf[kind]}: ${title} (${id})${dueAt === null ? '' : `, due since ${momentOf(dueAt)}`}`);
  if (owed.length >= mostTold) say(`of each kind at most ${mostTold} are listed: the longest due ones`);
}

/** Late work is listed as due; all other findings are faults. */
const isLate = (kind: string): boolean => ['overdue', 'triggerOverdue', 'unclaimed'].includes(kind);

function tellFindings({ findings, releases, triggers }: Restored['consistency']): void {
  const wrong = findings.filter(({ kind }) => !isLate(kind));
  say(`consistency: ${releases} unfinished releases and ${triggers} triggers looked at, ${wrong.length} of them wrong`);
  for (const { sentence } of wrong) say(`- ${sentence}`);
}

/** The ids of the keys that a start in this folder would have. */
async function ownKeys({ config }: Process): Promise<readonly string[]> {
  const { secretKey, secretKeyPrevious, dataDir } = config;
  const key = secretKey ?? (existsSync(join(dataDir, 'secret.key')) ? await readSecretKey(dataDir) : undefined);
  return [key, secretKeyPrevious].flatMap((each) => (each === undefined ? [] : [createSeal(each).keyId]));
}

async function restoreFile(process: Process, file: string): Promise<void> {
  if (process.config.databaseUrl !== undefined) {
    throw new CannotStart(
      'npm run restore is for the embedded database: restore that of DATABASE_URL with the tools that backed it up, then run npm run restore -- --hold',
    );
  }
  const backup = await openBackup(resolve(hereIs(), file));
  const { consistency, owed } = await restoreCluster(process, backup);
  const { takenAt, keyIds } = backup.about;
  say(`restored as of ${momentOf(takenAt)}, which is ${Math.round((Date.now() - takenAt) / 60_000)} minutes ago`);
  const own = await ownKeys(process);
  for (const keyId of keyIds.filter((each) => !own.includes(each)))
    say(
      `secrets in it are sealed with the key ${keyId}: before you start, set it as SECRET_KEY or put its secret.key into DATA_DIR`,
    );
  tellFindings(consistency);
  tellOwed(owed);
  say('scheduling is held: start, look, then run npm run restore -- --release');
}

function asOf(moment: string | undefined, now: number): number {
  if (moment === undefined) return now;
  const at = Date.parse(moment);
  if (Number.isNaN(at) || at > now) throw new CannotStart(usage);
  return at;
}

async function onDatabase(database: Database, option: string, moment: string | undefined): Promise<void> {
  switch (option) {
    case '--hold': {
      await holdScheduling(database, asOf(moment, await readClock(database)));
      tellOwed(await owedWork(database, mostTold));
      return say(
        'scheduling is held, within a second by processes that run already: npm run restore -- --release ends that',
      );
    }
    case '--owed': {
      const held = await heldScheduling(database);
      say(held === null ? 'scheduling is not held' : `scheduling is held, since the state is as of ${momentOf(held)}`);
      return tellOwed(await owedWork(database, mostTold));
    }
    case '--release':
      return say((await releaseScheduling(database)) ? 'scheduling begins' : 'scheduling was not held');
  }
  throw new CannotStart(usage);
}

async function start(process: Process): Promise<void> {
  const [given, moment, ...more] = globalThis.process.argv.slice(2);
  if (given === undefined || more.length > 0 || (moment !== undefined && given !== '--hold'))
    throw new CannotStart(usage);
  if (given.startsWith('-')) {
    const url = process.config.databaseUrl ?? (await reachEmbedded(process));
    if (given === '--hold') await migrate(url);
    const database = await process.lifecycle.start(
      'database',
      () => openDatabase({ url, connections: 1 }),
      (opened) => opened.stop(),
    );
    await onDatabase(database, given, moment);
  } else await restoreFile(process, given);
  await process.lifecycle.stop();
}

await runProcess((process) => asSentence(process, start));
