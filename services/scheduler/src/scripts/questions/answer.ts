import type { ReadContext, ResourceContext } from '@slipway/application/model';
import type { Person } from '@slipway/engine';
import type { ScriptQuestion } from '@slipway/script-protocol';
import type { ScriptContext } from '../context/context.ts';

/** The dependencies of answers. */
export type AnswerContext = ReadContext &
  Pick<ResourceContext, 'plugins' | 'seal' | 'egress' | 'scripts'> &
  Pick<ScriptContext, 'templatesAt'>;

export type QuestionKind = ScriptQuestion['asks'];
export type Questions = { readonly [A in QuestionKind]: Extract<ScriptQuestion, { asks: A }> };

/** The answers to questions, as by REST. `neededToRead` of the domain defines the permissions. */
export type Answers = {
  readonly [A in QuestionKind]: (context: AnswerContext, caller: Person, question: Questions[A]) => Promise<unknown>;
};

/** The requested part of a list. */
export const pageOf = ({
  page,
  resultsPerPage: limit,
}: {
  readonly page: number;
  readonly resultsPerPage: number;
}) => ({ limit, offset: page * limit });
