import { searchConfigurations } from '@slipway/persistence';
import { type ConfigurationAnswer, readType, showConfiguration } from '@slipway/wire';
import { folderNamed } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';
import { knownTypes } from './known-types.ts';

/** Which configurations are wanted; null: any. */
interface Wanted {
  /** with those that extend it */
  readonly type: string | null;
  readonly title: string | null;
  /** with what the folder sees of folders around it, and global ones */
  readonly folderId: string | null;
  /** only those of the folder itself; without a folder only global ones */
  readonly folderOnly: boolean;
}

/** Configurations of a type, of a title, or that a folder sees, by title. Throws NotFound (no such folder). */
export async function configurationsFound(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  { type, title, folderId, folderOnly }: Wanted,
): Promise<readonly ConfigurationAnswer[]> {
  const { database, typePrefix } = context;
  const folder = folderId === null ? null : await folderNamed(database, folderId);
  const types = type === null ? null : (await knownTypes(context)).kindsOf(readType(type, typePrefix));
  const found = await searchConfigurations(database, { types, title, folderId: folder?.id ?? null, folderOnly });
  return found.map((view) => showConfiguration(view, showAlone(context)));
}
