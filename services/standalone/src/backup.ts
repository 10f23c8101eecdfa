// The entry of `npm run backup`: writes a backup of the embedded database to a file, while the product runs.
import { dirname, resolve } from 'node:path';
import { baseBackup, newestMigration, openDatabase, readClock } from '@slipway/persistence/database';
import { readSealingKeys } from '@slipway/persistence/secrets';
import { type Process, runProcess, StartupError } from '@slipway/process';
import { type BackupHeader, writeBackup } from './backup/backup-file.ts';
import { deleteAbandonedDrafts } from './backup/drafts.ts';
import { callerDirectory, withReadableErrors } from './command-errors.ts';
import { postgresMajor } from './postgres/cluster.ts';
import { openEmbeddedDatabase } from './postgres/embedded-database.ts';
import { print } from './terminal.ts';

const defaultFileName = (moment: number): string =>
  `slipway-${new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

async function headerOf(url: string): Promise<BackupHeader> {
  const database = openDatabase({ url, connections: 1 });
  try {
    const [takenAt, schema, keyIds] = [
      await readClock(database),
      await newestMigration(database),
      await readSealingKeys(database),
    ];
    return { postgres: Number(postgresMajor), takenAt, schema, keyIds };
  } finally {
    await database.stop();
  }
}

async function start(process: Process): Promise<void> {
  const [fileArgument, ...rest] = globalThis.process.argv.slice(2);
  if (rest.length > 0 || fileArgument?.startsWith('-'))
    throw new StartupError('npm run backup accepts at most one argument: the file to create');
  if (process.config.databaseUrl !== undefined) {
    throw new StartupError(
      'npm run backup supports only the embedded database: back up the database of DATABASE_URL with pg_dump or pg_basebackup (docs/how-to/operations/back-up-and-restore.md)',
    );
  }
  const url = await openEmbeddedDatabase(process);
  const header = await headerOf(url);
  const path = resolve(callerDirectory(), fileArgument ?? defaultFileName(header.takenAt));
  for (const draft of await deleteAbandonedDrafts(dirname(path)))
    print(`deleted ${draft}, which a killed backup had left`);
  const size = await writeBackup(path, header, baseBackup(url));
  print(
    `wrote ${path}: ${size} bytes, all data as of now; its secrets are encrypted with the key ${header.keyIds.join(', ')}, which it does not contain`,
  );
  await process.lifecycle.stop();
}

await runProcess((process) => withReadableErrors(process, start));
