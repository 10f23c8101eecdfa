import { neededToRead } from '@slipway/domain';
import type { Person } from '@slipway/engine';
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

/** Configurations of a type, of a title, or that a folder sees, by title; the caller sees global ones, and those of folders that they may view. Throws NotFound (no such folder). */
export async function configurationsFound(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  caller: Person,
  { type, title, folderId, folderOnly }: Wanted,
): Promise<readonly ConfigurationAnswer[]> {
  const { database, typePrefix } = context;
  const folder =
    folderId === null ? null : await folderNamed(database, folderId, { caller, anyOf: [neededToRead.folder] });
  const types = type === null ? null : (await knownTypes(context)).kindsOf(readType(type, typePrefix));
  const sight = caller.sight(neededToRead.configurations);
  const filter = { types, title, folderId: folder?.id ?? null, folderOnly };
  const found = await searchConfigurations(database, filter, sight);
  return found.map((view) => showConfiguration(view, showAlone(context)));
}
