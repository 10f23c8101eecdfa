import type { ScriptQuestion, ScriptReply } from '@slipway/scripts';
import { configurationNamed, showConfiguration } from '@slipway/wire';
import { asScriptsRead } from '../context/as-scripts-read.ts';
import type { Scripting, TakenUp } from '../context/context.ts';
import { isInReach, nothingThere } from '../request/opened-configuration.ts';

/** The texts in what a plugin's task was given, however deep: those among them that are ids name other objects. */
export const textsOf = (value: unknown): Set<string> => {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((each) => [...textsOf(each)]));
};

/**
 * What the configuration of a plugin's task refers to belongs to what the task was given, as whomever the scripts of its
 * release run (decisions.md, Scripts): its secrets are masks all the same. Null for all that was not referred to, and for
 * what does not lie in the reach of the release.
 */
export async function referredReply(
  { database, typePrefix }: Scripting,
  { view }: TakenUp,
  question: ScriptQuestion,
  referred: Set<string>,
): Promise<ScriptReply | null> {
  if (question.asks !== 'configuration' || !referred.has(question.id)) return null;
  const found = await configurationNamed(database, question.id, { folders: view.folderPath }).catch(nothingThere);
  if (found === null || !isInReach(view, found)) return null;
  const shown = showConfiguration(found, { prefix: typePrefix, elsewhere: new Map() });
  for (const text of textsOf(found.properties)) referred.add(text);
  return { value: asScriptsRead(shown) };
}
