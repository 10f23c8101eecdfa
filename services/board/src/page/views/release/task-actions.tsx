import type { Signal } from '@preact/signals';
import type { TaskAnswer } from '@slipway/wire';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { me } from '../../data/session.ts';
import { taskTypeNamed } from '../../live/task-types.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { TextField } from '../../parts/field.tsx';
import { statusWord } from '../../parts/status.tsx';
import { announce } from '../../place/announce.ts';
import { lastOf } from '../../place/ids.ts';
import { useOffers } from '../../place/offers.ts';
import { type Act, actionsOn, type TaskAction } from './actions.ts';
import { lackingOnTask, type TaskExplanation } from './rights.ts';
import { commentOn } from './task/said.ts';

interface Props {
  readonly task: TaskAnswer;
  /** undefined until the server has responded */
  readonly explanation: TaskExplanation | undefined;
  readonly act: Act;
  readonly refusal: Signal<string | null>;
  /** typed values of variables that the task lists, which are sent when it is completed */
  readonly answers: () => readonly { readonly key: string; readonly value: unknown }[];
  /** after these were sent */
  readonly completed: () => void;
}

/** A task with a new comment of the user. */
function withComment(task: TaskAnswer, text: string): TaskAnswer {
  const date = new Date().toISOString();
  const said = { id: 'foreseen', type: 'rel.Comment', text, author: me.peek()?.username ?? '' };
  return { ...task, comments: [...task.comments, { ...said, date, creationDate: date }] };
}

/** The requests that take a step of a task, with the comment that is typed. */
function useRequests({ task, act, refusal, answers, completed }: Props) {
  const comment = commentOn(task.id);
  const path = `/tasks/${lastOf(task.id)}`;
  const run = async (step: string, foreseen: TaskAnswer, body?: object): Promise<void> => {
    refusal.value = null;
    const sent = comment.value;
    try {
      await act(foreseen, async () => {
        const done = await change<TaskAnswer>('POST', `${path}/${step}`, body);
        announce(`${done.title}: ${statusWord(done.status)}`);
        return done;
      });
      // what was typed meanwhile, or is no part of what was done, stays
      if (body !== undefined && comment.value === sent) comment.value = '';
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  const said = () => (comment.value.trim() === '' ? {} : { comment: comment.value });
  const take = async ({ path: step, next }: TaskAction): Promise<void> => {
    const variables = step === 'complete' ? answers() : [];
    const body = variables.length === 0 ? said() : { ...said(), variables };
    await run(step, { ...task, status: next ?? task.status }, body);
    if (variables.length > 0 && refusal.value === null) completed();
  };
  return { comment, run, said, take };
}

/** The ways on from where a task is, with a comment for whichever is taken. */
export function TaskActions(props: Props) {
  const { task, explanation } = props;
  const { comment, run, said, take } = useRequests(props);
  const username = me.value?.username;
  const canAssign = username !== undefined && username !== task.owner;
  const assigning = canAssign ? lackingOnTask(explanation, 'assignTask') : null;
  const steps = actionsOn(task, taskTypeNamed(task.type)).map((step) => ({
    ...step,
    lacking: lackingOnTask(explanation, step.deed),
  }));
  useOffers(
    steps.map((step) => ({ name: `${step.word} ${task.title}`, lacking: step.lacking, run: () => void take(step) })),
  );
  return (
    <div class="actions">
      <TextField label="Comment" value={comment.value} isLong change={(text) => (comment.value = text)} />
      {steps.map((step) => (
        <Deed key={step.path} lacking={step.lacking} run={() => void take(step)}>
          {step.word}
        </Deed>
      ))}
      <button
        type="button"
        disabled={comment.value.trim() === ''}
        onClick={() => void run('comment', withComment(task, comment.value), said())}
      >
        Comment
      </button>
      {canAssign && (
        <Deed
          lacking={assigning}
          run={() => void run(`assign/${encodeURIComponent(username)}`, { ...task, owner: username })}
        >
          Assign to me
        </Deed>
      )}
      <Lacking names={[...steps.map(({ lacking }) => lacking), assigning]} />
    </div>
  );
}
