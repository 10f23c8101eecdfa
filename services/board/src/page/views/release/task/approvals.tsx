import type { Signal } from '@preact/signals';
import type { TaskAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { me } from '../../../data/session.ts';
import { TextField } from '../../../parts/field.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Sentence } from '../../../parts/sentences/sentence.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import type { Act } from '../actions.ts';
import type { TaskExplanation } from '../rights.ts';
import { wordsOf } from './requirement.ts';
import { reasonOn } from './said.ts';

interface Props {
  readonly task: TaskAnswer;
  readonly act: Act;
  readonly refusal: Signal<string | null>;
  readonly mayAct: boolean;
  readonly explanation: TaskExplanation | undefined;
}

type Verdict = NonNullable<TaskAnswer['approvalVerdicts']>[number];

const verdictWords: Readonly<Record<Verdict['verdict'], string>> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  WITHDRAWN: 'withdrew',
};

const steps = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' } as const;
type Step = keyof typeof steps;
const stepsFor = (hasSpoken: boolean): readonly Step[] =>
  hasSpoken ? ['approve', 'reject', 'withdraw'] : ['approve', 'reject'];

const over: readonly TaskAnswer['status'][] = ['COMPLETED', 'SKIPPED', 'ABORTED'];

/** The requirements of a gate, and its verdicts. */
function Said({ task: { approvalRequirements: asked = [], approvalVerdicts: verdicts = [] } }: Pick<Props, 'task'>) {
  return (
    <>
      <ul>
        {asked.map((one, at) => (
          <li key={at}>{wordsOf(one)}</li>
        ))}
      </ul>
      <ol class="comments">
        {verdicts.map(({ verdict, username, date, comment }) => (
          <li key={`${username} ${date}`}>
            <bdi>{username}</bdi> {verdictWords[verdict]} <Moment at={date} />
            {comment !== undefined && `: ${comment}`}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The approvals of a gate, with the actions on the displayed version, not on a later one. */
export function Approvals({ task, act, refusal, mayAct, explanation }: Props) {
  const said = reasonOn(task.id);
  const isAsking = (task.approvalRequirements ?? []).length > 0;
  const isOpen = isAsking && mayAct && !over.includes(task.status);
  if (!isAsking) return null;
  const refused: Readonly<Partial<Record<Step, string>>> = explanation?.refused ?? {};
  const sentence = refused.approve ?? refused.reject;
  const username = me.value?.username;
  const own = task.approvalVerdicts?.findLast((one) => one.username.toLowerCase() === username?.toLowerCase());
  const say = async (step: Step): Promise<void> => {
    refusal.value = null;
    const comment = said.value.trim();
    const body = { version: task.approvalVersion, ...(comment !== '' && { comment }) };
    try {
      await act(task, () => change<TaskAnswer>('POST', `/tasks/${lastOf(task.id)}/${step}`, body));
      said.value = '';
      announce(`${steps[step]}: ${task.title}`);
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <section>
      <h3>Approvals</h3>
      <Said task={task} />
      {isOpen && (
        <div class="actions">
          <TextField label="Reason" value={said.value} isLong change={(text) => (said.value = text)} />
          {stepsFor(own !== undefined && own.verdict !== 'WITHDRAWN').map((step) => (
            <button key={step} type="button" disabled={refused[step] !== undefined} onClick={() => void say(step)}>
              {steps[step]}
            </button>
          ))}
          {sentence !== undefined && (
            <p class="none">
              <Sentence text={sentence} />
            </p>
          )}
        </div>
      )}
    </section>
  );
}
