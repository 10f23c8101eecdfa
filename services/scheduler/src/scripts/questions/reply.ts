import { getConfiguration, renderConfiguration } from '@slipway/application/configurations';
import { message } from '@slipway/domain/messages';
import { Forbidden } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { ScriptQuestion, ScriptReply } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { refusalOf } from '../context/refusal.ts';
import { scriptJson } from '../context/script-json.ts';
import { isInScope, nullIfNotFound } from '../request/opened-configuration.ts';
import type { AnswerContext } from './answer.ts';
import { answerTo } from './answers.ts';

/**
 * Replies to a question of a script as REST would reply to the run-as user, also with a refusal. Throws other errors.
 */
export async function replyTo(
  context: AnswerContext,
  caller: Person | null,
  question: ScriptQuestion,
): Promise<ScriptReply> {
  try {
    if (caller === null) {
      throw new Forbidden(message('script.otherRelease'));
    }
    return { value: scriptJson(await answerTo(context, caller, question)) };
  } catch (error) {
    return { refused: refusalOf(error, 'the filter') };
  }
}

/** All texts in a value, at any depth. Texts that are ids can refer to other objects. */
export const textsOf = (value: unknown): Set<string> => {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...textsOf(member)]));
};

/**
 * Replies with a configuration that the input of a plugin task refers to. It is an input of the task, independent of
 * the run-as user (compatibility.md, Scripts). Its secrets are masked. Null for other objects, and for a configuration
 * outside the scope of the release.
 */
export async function referencedReply(
  context: ScriptContext,
  { view }: ClaimedRun,
  question: ScriptQuestion,
  references: Set<string>,
): Promise<ScriptReply | null> {
  if (question.asks !== 'configuration' || !references.has(question.id)) return null;
  const scope = { folders: view.folderPath };
  const configuration = await getConfiguration(context.database, question.id, scope).catch(nullIfNotFound);
  if (configuration === null || !isInScope(view, configuration)) return null;
  for (const text of textsOf(configuration.properties)) references.add(text);
  return { value: scriptJson(renderConfiguration(context, configuration)) };
}
