// The entry of `npm run restore`: restores a backup into an empty data folder, and pauses its scheduling until an
// operator continues.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textOf } from '@slipway/domain/messages';
import { type Database, migrate, openDatabase, readClock } from '@slipway/persistence/database';
import {
  type PendingWork,
  pauseScheduling,
  readPendingWork,
  readSchedulingPause,
  resumeScheduling,
} from '@slipway/persistence/maintenance';
import { createSeal } from '@slipway/persistence/secrets';
import { type Process, runProcess, StartupError } from '@slipway/process';
import { openBackup } from './backup/backup-file.ts';
import { maxListed, type RestoreResult, restoreCluster } from './backup/restore-cluster.ts';
import { callerDirectory, withReadableErrors } from './command-errors.ts';
import { readSecretKey } from './data-dir/secret-key.ts';
import { openEmbeddedDatabase } from './postgres/embedded-database.ts';
import { print } from './terminal.ts';

const usage =
  'npm run restore takes a file, or one of --owed, --hold and --release; --hold takes a moment, such as 2026-11-22T21:00:00Z';

const isoTime = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

const kindLabels: Record<PendingWork['kind'], string> = {
  trigger: 'trigger, would fire',
  script: 'script, would run',
  mail: 'mail of a task, would be sent',
  request: 'script, had sent a request of whose answer nothing is known',
  event: 'event, would be dispatched',
  release: 'release, would be woken',
};

function printPendingWork(pendingWork: readonly PendingWork[]): void {
  if (pendingWork.length === 0) print('nothing is due that may have been done already');
  for (const { kind, id, title, dueAt } of pendingWork)
    print(`- ${kindLabels[kind]}: ${title} (${id})${dueAt === null ? '' : `, due since ${isoTime(dueAt)}`}`);
  if (pendingWork.length >= maxListed) print(`of each kind at most ${maxListed} are listed: the longest due ones`);
}

/** Late work is listed as due; all other findings are faults. */
const isLate = (kind: string): boolean => ['overdue', 'triggerOverdue', 'unclaimed'].includes(kind);

function printFindings({ findings, releases, triggers }: RestoreResult['consistency']): void {
  const problems = findings.filter(({ kind }) => !isLate(kind));
  print(
    `consistency: ${releases} unfinished releases and ${triggers} triggers looked at, ${problems.length} of them wrong`,
  );
  for (const { message } of problems) print(`- ${textOf(message)}`);
}

/** The ids of the keys that a start in this folder would have. */
async function availableKeyIds({ config }: Process): Promise<readonly string[]> {
  const { secretKey, secretKeyPrevious, dataDir } = config;
  const key = secretKey ?? (existsSync(join(dataDir, 'secret.key')) ? await readSecretKey(dataDir) : undefined);
  return [key, secretKeyPrevious].flatMap((candidate) =>
    candidate === undefined ? [] : [createSeal(candidate).keyId],
  );
}

async function restoreFile(process: Process, file: string): Promise<void> {
  if (process.config.databaseUrl !== undefined) {
    throw new StartupError(
      'npm run restore supports only the embedded database: restore the database of DATABASE_URL with its own backup tool, then run npm run restore -- --hold',
    );
  }
  const backup = await openBackup(resolve(callerDirectory(), file));
  const { consistency, pendingWork } = await restoreCluster(process, backup);
  const { takenAt, keyIds } = backup.header;
  print(`restored as of ${isoTime(takenAt)}, which is ${Math.round((Date.now() - takenAt) / 60_000)} minutes ago`);
  const ownKeyIds = await availableKeyIds(process);
  for (const keyId of keyIds.filter((candidate) => !ownKeyIds.includes(candidate)))
    print(
      `its secrets are encrypted with the key ${keyId}: before the start, set SECRET_KEY to it or copy its secret.key into DATA_DIR`,
    );
  printFindings(consistency);
  printPendingWork(pendingWork);
  print('scheduling is paused: start Slipway, check the releases, then run npm run restore -- --release');
}

function asOf(moment: string | undefined, now: number): number {
  if (moment === undefined) return now;
  const at = Date.parse(moment);
  if (Number.isNaN(at) || at > now) throw new StartupError(usage);
  return at;
}

async function runOption(database: Database, option: string, moment: string | undefined): Promise<void> {
  switch (option) {
    case '--hold': {
      await pauseScheduling(database, asOf(moment, await readClock(database)));
      printPendingWork(await readPendingWork(database, maxListed));
      return print(
        'scheduling is paused, within a second by processes that run already: npm run restore -- --release ends that',
      );
    }
    case '--owed': {
      const pausedAsOf = await readSchedulingPause(database);
      print(
        pausedAsOf === null
          ? 'scheduling is not held'
          : `scheduling is paused, since the state is as of ${isoTime(pausedAsOf)}`,
      );
      return printPendingWork(await readPendingWork(database, maxListed));
    }
    case '--release':
      return print((await resumeScheduling(database)) ? 'scheduling begins' : 'scheduling was not held');
  }
  throw new StartupError(usage);
}

async function start(process: Process): Promise<void> {
  const [argument, moment, ...rest] = globalThis.process.argv.slice(2);
  if (argument === undefined || rest.length > 0 || (moment !== undefined && argument !== '--hold'))
    throw new StartupError(usage);
  if (argument.startsWith('-')) {
    const url = process.config.databaseUrl ?? (await openEmbeddedDatabase(process));
    if (argument === '--hold') await migrate(url);
    const database = await process.lifecycle.start(
      'database',
      () => openDatabase({ url, connections: 1 }),
      (opened) => opened.stop(),
    );
    await runOption(database, argument, moment);
  } else await restoreFile(process, argument);
  await process.lifecycle.stop();
}

await runProcess((process) => withReadableErrors(process, start));
