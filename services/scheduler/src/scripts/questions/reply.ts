import { Forbidden } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { ScriptQuestion, ScriptReply } from '@slipway/script-protocol';
import { refusalOf } from '../context/refusal.ts';
import { scriptJson } from '../context/script-json.ts';
import type { AnswerContext } from './answer.ts';
import { answerTo } from './answers.ts';

/**
 * Answers a question of a script as REST would answer the run-as user, or with the refusal of REST. Throws other
 * errors.
 */
export async function replyTo(
  context: AnswerContext,
  caller: Person | null,
  question: ScriptQuestion,
): Promise<ScriptReply> {
  try {
    if (caller === null) {
      throw new Forbidden(
        'a script reads only its own release until scriptUsername is set on that, as whom it may read',
      );
    }
    return { value: scriptJson(await answerTo(context, caller, question)) };
  } catch (error) {
    return { refused: refusalOf(error, 'the filter') };
  }
}
