import { type ConfigurationResponse, showConfiguration } from '@slipway/api-schema/configurations';
import { readType } from '@slipway/api-schema/format';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { searchConfigurations } from '@slipway/persistence/configurations';
import { getFolder } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { loadTypeCatalog } from './type-catalog.ts';

/** Which configurations are wanted; null: any. */
interface ConfigurationQuery {
  /** with those that extend it */
  readonly type: string | null;
  readonly title: string | null;
  /** with what the folder sees of folders around it, and global ones */
  readonly folderId: string | null;
  /** only those of the folder itself; without a folder only global ones */
  readonly folderOnly: boolean;
}

/** Configurations of a type, of a title, or that a folder sees, by title; the caller sees global ones, and those of folders that they may view. Throws NotFound (no such folder). */
export async function listConfigurations(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  caller: Person,
  { type, title, folderId, folderOnly }: ConfigurationQuery,
): Promise<readonly ConfigurationResponse[]> {
  const { database, typePrefix } = context;
  const folder =
    folderId === null ? null : await getFolder(database, folderId, { caller, anyOf: [neededToRead.folder] });
  const types = type === null ? null : (await loadTypeCatalog(context)).kindsOf(readType(type, typePrefix));
  const visibility = caller.visibility(neededToRead.configurations);
  const filter = { types, title, folderId: folder?.id ?? null, folderOnly };
  const matches = await searchConfigurations(database, filter, visibility);
  return matches.map((view) => showConfiguration(view, contextWithoutReferences(context)));
}
