import {
  Conflict,
  clip,
  isDefaultReference,
  type Json,
  keyOfReference,
  NotFound,
  riskProfileReference,
} from '@slipway/domain';
import type { FolderTitles, Members } from '@slipway/formats';
import { type ConfigurationView, configurationsTitled, listRiskProfiles, templatesTitled } from '@slipway/persistence';
import { readType } from '@slipway/wire';
import { knownTypes } from '../../configurations/known-types.ts';
import { seenOf } from '../../model/show-for.ts';
import { type CodeRun, folderOf, keyOf, pathOf, seenFolder } from '../run/run.ts';
import { seenConfigurations } from './names.ts';
import { changingReferences, customPath, exactlyNamed, gone, isId, type Standing, waysTo } from './references.ts';

/** The folders in which a path may begin: the folder of its author, and those around it up to the top. */
const outwards = (from: FolderTitles): readonly FolderTitles[] =>
  Array.from({ length: from.length + 1 }, (_, steps) => from.slice(0, from.length - steps));

/** Where a path is looked up: one that begins with a slash begins at the top. */
const beginnings = (written: string, from: FolderTitles): readonly FolderTitles[] =>
  written.startsWith('/') ? [[]] : outwards(from);

const stepsIn = (written: string): FolderTitles => written.split('/').filter((title) => title !== '' && title !== '.');

/** The id of the folder that is written as a path of titles; ids stay. Throws NotFound. */
export async function folderCalled(run: CodeRun, written: string, from: FolderTitles): Promise<string> {
  if (!written.startsWith('/') && isId(written)) return written;
  const titles = stepsIn(written);
  for (const above of beginnings(written, from)) {
    const folder = await seenFolder(run, [...above, ...titles]);
    if (folder !== null) return folder.path.join('/');
  }
  throw new NotFound(`there is no folder at '${clip(written)}'`);
}

/** The visible templates of a title in a folder, at most two. */
export async function seenTemplates({ context, me }: CodeRun, folderId: string, title: string) {
  const found = await templatesTitled(context.database, folderId, title);
  const seen = found.length === 0 ? new Set(found) : await seenOf(context, found, await me());
  return found.filter((id) => seen.has(id));
}

/** Makes a template that others refer to before its turn, where it waits for that. */
type Ahead = (path: string) => Promise<void>;

/** The id of the template that is written as a path of titles; ids stay. Throws NotFound. */
export async function templateCalled(run: CodeRun, written: string, from: FolderTitles, ahead: Ahead): Promise<string> {
  if (!written.startsWith('/') && isId(written)) return written;
  const ways = waysTo(written.replace(/^\//, '').split('/'));
  for (const above of beginnings(written, from)) {
    for (const [steps, title] of ways) {
      const place = [...above, ...steps.filter((step) => step !== '')];
      await ahead(pathOf(place, title));
      const found = await templateAtTitles(run, place, title);
      if (found !== null) return found;
    }
  }
  throw new NotFound(`there is no template '${clip(written)}'`);
}

/** The full id of the template with these titles; null if the caller may not view one. */
async function templateAtTitles(run: CodeRun, place: FolderTitles, title: string): Promise<string | null> {
  const key = keyOf(place, title);
  const before = run.known.templates.get(key);
  if (before !== undefined) return before;
  if (run.known.absent.has(key)) return null;
  const folder = await seenFolder(run, place);
  const [id] = folder === null ? [] : await seenTemplates(run, folder.id, title);
  if (folder === null || id === undefined) {
    run.known.absent.add(key);
    return null;
  }
  const found = [...folder.path, id].join('/');
  run.known.templates.set(key, found);
  return found;
}

/**
 * Makes configurations of a title in a folder that others name before their turn, where any wait for that; answers whether
 * one is being made at this moment, which names others itself.
 */
export type MakesConfigurations = (place: FolderTitles, title: string) => Promise<boolean>;
const nobodyWaits: MakesConfigurations = async () => false;

/** The id of the configuration that a text names as seen from a folder, by title or exactly; ids stay. Throws NotFound, Conflict. */
async function configurationCalled(
  run: CodeRun,
  written: string,
  from: FolderTitles,
  ahead: MakesConfigurations = nobodyWaits,
): Promise<string> {
  const isExact = exactlyNamed(written) !== null;
  if (!isExact && (isId(written) || written.startsWith('Configuration/'))) return written;
  const key = keyOf(from, written);
  const before = run.known.configurations.get(key);
  if (before !== undefined) return before;
  const one = (await exactly(run, written, ahead)) ?? (await nearest(run, written, from, ahead));
  if (one === null && written.includes('${')) return written;
  if (one === null) throw new NotFound(`there is no configuration '${clip(written)}'`);
  if (run.typed.making.size === 0) run.known.configurations.set(key, one);
  return one;
}

async function titledIn(run: CodeRun, title: string, path: readonly string[]): Promise<readonly ConfigurationView[]> {
  const found = await configurationsTitled(run.context.database, title, path);
  return await seenConfigurations(await run.me(), found);
}

async function exactly(run: CodeRun, written: string, ahead: MakesConfigurations): Promise<string | null> {
  const named = exactlyNamed(written);
  if (named === null) return null;
  const type = readType(named.type, run.context.typePrefix);
  for (const [place, title] of waysTo(named.steps)) {
    await ahead(place, title);
    const folder = place.length === 0 ? null : await seenFolder(run, place);
    if (place.length > 0 && folder === null) continue;
    const titled = await titledIn(run, title, folder === null ? [] : [folder.id]);
    const found = titled.find((each) => each.type === type && each.folderId === (folder?.id ?? null));
    if (found !== undefined) return found.id;
  }
  return null;
}

async function nearest(
  run: CodeRun,
  title: string,
  from: FolderTitles,
  ahead: MakesConfigurations,
): Promise<string | null> {
  for (const place of outwards(from)) await ahead(place, title);
  const [first, ...others] = await titledIn(run, title, (await folderOf(run, from)).path);
  const rival = others.find(({ folderId }) => folderId === first?.folderId);
  if (first !== undefined && rival !== undefined) {
    const types = `${first.type} and one of ${rival.type}`;
    throw new Conflict(
      `there is a configuration '${clip(title)}' of ${types}: name its type and place, type:/folder/title`,
    );
  }
  return first?.id ?? null;
}

interface Naming {
  readonly from: FolderTitles;
  readonly ahead?: MakesConfigurations;
  /**
   * Called when a reference to an object of the same documents is left out for now; without it, such a reference is
   * refused.
   */
  readonly onOpen?: () => void;
}

/** Members with ids in the place of the titles of configurations that they name. Throws NotFound, Conflict. */
export async function withConfigurationIds(
  run: CodeRun,
  members: Members,
  { from, ahead = nobodyWaits, onOpen }: Naming,
): Promise<Members> {
  const typed = { types: await knownTypes(run.context), prefix: run.context.typePrefix };
  const wanted = new Map<string, Standing>();
  changingReferences(members, typed, (text, standing) => {
    const named = standing === 'perhaps' ? titleBehindPath(text) : text;
    if (named !== null && wanted.get(named) !== 'named') wanted.set(named, standing);
    return text;
  });
  const ids = new Map<string, string | typeof gone>();
  for (const [written, standing] of wanted) {
    let isOpen = false;
    const watched: MakesConfigurations = async (place, title) => {
      isOpen = (await ahead(place, title)) || isOpen;
      return isOpen;
    };
    const id = await configurationCalled(run, written, from, watched).catch((error: unknown) => {
      if (error instanceof NotFound && (standing !== 'named' || (isOpen && onOpen !== undefined))) return null;
      throw error;
    });
    if (isOpen) onOpen?.();
    if (id !== null || isOpen) ids.set(written, id ?? gone);
  }
  if (ids.size === 0) return members;
  return changingReferences(members, typed, (text, standing) => {
    const named = standing === 'perhaps' ? titleBehindPath(text) : text;
    const id = named === null ? undefined : ids.get(named);
    return id === undefined ? text : id;
  });
}

/** The title in a text that may name a configuration; null where it holds an id, or anything else. */
function titleBehindPath(text: string): string | null {
  const title = text.startsWith(customPath) ? text.slice(customPath.length) : '';
  return title === '' || (isId(text) && exactlyNamed(title) === null) ? null : title;
}

/**
 * The id of the risk profile that a text names by title, in any letter case. An unknown title stays, until it exists.
 */
export async function riskProfileCalled({ context }: CodeRun, written: Json): Promise<Json> {
  if (typeof written !== 'string' || isDefaultReference(written)) return written;
  const key = keyOfReference(written);
  const all = await listRiskProfiles(context.database);
  const found =
    all.find(({ id }) => keyOfReference(id) === key) ?? all.find(({ title }) => keyOfReference(title) === key);
  return found === undefined ? written : riskProfileReference(found.id);
}
