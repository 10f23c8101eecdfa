import type { Person } from '@slipway/engine';
import type { ReadContext, ResourceContext } from '@slipway/resources';
import type { ScriptQuestion } from '@slipway/scripts';
import type { ScriptContext } from '../context/context.ts';

/** What answering takes. */
export type AnswerContext = ReadContext &
  Pick<ResourceContext, 'plugins' | 'seal' | 'egress' | 'scripts'> &
  Pick<ScriptContext, 'templatesAt'>;

export type Asks = ScriptQuestion['asks'];
export type Questions = { readonly [A in Asks]: Extract<ScriptQuestion, { asks: A }> };

/** What answers each question, as REST answers the same: a caller may ask when the domain's `neededToRead` says so. */
export type Answers = {
  readonly [A in Asks]: (context: AnswerContext, caller: Person, question: Questions[A]) => Promise<unknown>;
};

/** Which part of a list is asked for. */
export const pageOf = ({
  page,
  resultsPerPage: limit,
}: {
  readonly page: number;
  readonly resultsPerPage: number;
}) => ({ limit, offset: page * limit });
