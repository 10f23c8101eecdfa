import { type Caller, rootFolderId } from '@slipway/domain';
import { createFolder, type Database } from '@slipway/persistence';
import type { Engine } from './engine.ts';
import { newId } from './ids.ts';
import { sampleFolder, sampleTemplates } from './samples.ts';

/** Adds the sample folder with its templates, once: Conflict when the folder is there already (decisions.md, People). */
export async function addSamples(database: Database, engine: Engine, caller: Caller): Promise<void> {
  const folder = await createFolder(database, { ...sampleFolder, parentId: rootFolderId, freshId: newId('Folder') });
  for (const template of sampleTemplates) await engine.createTemplate(template, folder.id, caller);
}
