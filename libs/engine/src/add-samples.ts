import { type Caller, rootFolderId } from '@slipway/domain';
import { createFolder, type Database } from '@slipway/persistence';
import type { Engine } from './engine.ts';
import { newId } from './ids.ts';
import { playground, sampleFolder, sampleTemplates } from './samples.ts';

/** Adds the first folders and the sample templates, once: Conflict when a folder is there already (decisions.md, People). */
export async function addSamples(database: Database, engine: Engine, caller: Caller): Promise<void> {
  const add = (folder: typeof sampleFolder | typeof playground) =>
    createFolder(database, { ...folder, parentId: rootFolderId, freshId: newId('Folder') });
  const { id } = await add(sampleFolder);
  await add(playground);
  for (const template of sampleTemplates) await engine.createTemplate(template, id, caller);
}
