// What `npm run backup` runs: writes the embedded database into one file, while the product serves.
import { dirname, resolve } from 'node:path';
import { baseBackup, newestStep, openDatabase, readClock, sealingKeys } from '@slipway/persistence';
import { CannotStart, type Process, runProcess } from '@slipway/runtime';
import { say } from './announce.ts';
import { type BackupHeader, writeBackup } from './backup/backup-file.ts';
import { clearDrafts } from './backup/drafts.ts';
import { asSentence, hereIs } from './ending.ts';
import { postgresMajor } from './postgres/cluster.ts';
import { reachEmbedded } from './postgres/reach.ts';

const nameAt = (moment: number): string =>
  `slipway-${new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

async function headerOf(url: string): Promise<BackupHeader> {
  const database = openDatabase({ url, connections: 1 });
  try {
    const [takenAt, schema, keyIds] = [
      await readClock(database),
      await newestStep(database),
      await sealingKeys(database),
    ];
    return { postgres: Number(postgresMajor), takenAt, schema, keyIds };
  } finally {
    await database.stop();
  }
}

async function start(process: Process): Promise<void> {
  const [given, ...more] = globalThis.process.argv.slice(2);
  if (more.length > 0 || given?.startsWith('-'))
    throw new CannotStart('npm run backup takes one name at most: the file to write');
  if (process.config.databaseUrl !== undefined) {
    throw new CannotStart(
      'npm run backup is for the embedded database: back up that of DATABASE_URL with pg_dump or pg_basebackup (docs/how-to/operations/back-up-and-restore.md)',
    );
  }
  const url = await reachEmbedded(process);
  const about = await headerOf(url);
  const path = resolve(hereIs(), given ?? nameAt(about.takenAt));
  for (const left of await clearDrafts(dirname(path)))
    say(`${left} was taken away: a backup that was killed had left it`);
  const size = await writeBackup(path, about, baseBackup(url));
  say(
    `${path} has ${size} bytes, and everything as of now; its secrets are sealed with the key ${about.keyIds.join(', ')}, which is not in it`,
  );
  await process.lifecycle.stop();
}

await runProcess((process) => asSentence(process, start));
