import type { TaskAnswer } from '@slipway/wire';
import { changeNow } from '../../../../parts/drafts/save.ts';
import { lastOf } from '../../../../place/ids.ts';
import { type Requirement, wordsOf } from '../../../release/task/requirement.ts';
import type { PartProps } from './parts-editing.ts';
import { blank, RequirementForm } from './requirement-form.tsx';

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Replaces a requirement that the user has seen. Throws Error if it has changed. */
function replaced(all: readonly Requirement[], before: Requirement, now: readonly object[]): readonly object[] {
  const at = all.findIndex((one) => isSame(one, before));
  if (at < 0) throw new Error('Another user has changed it. Check the present version.');
  return all.toSpliced(at, 1, ...now.map((one) => ({ ...before, team: undefined, role: undefined, ...one })));
}

/** The approval requirements of a gate; each change is saved at once. */
export function ApprovalsEditor({ template, task, editing, lacking }: PartProps) {
  const asked = task.approvalRequirements ?? [];
  const change = (said: string, changed: (all: readonly Requirement[]) => readonly object[]) =>
    editing.run(said, () =>
      changeNow<TaskAnswer>(`/tasks/${lastOf(task.id)}`, ({ approvalRequirements: all = [] }) => ({
        approvalRequirements: changed(all),
      })),
    );
  const given = {
    of: `/templates/${lastOf(template.id)}`,
    isDisabled: lacking !== null || editing.isBusy.value,
  };
  return (
    <section>
      <h3>Approvals</h3>
      {asked.length === 0 && <p class="empty">No approvals required</p>}
      {asked.map((one, at) => (
        <details key={`${at} ${JSON.stringify(one)}`} class="more">
          <summary>{wordsOf(one)}</summary>
          <RequirementForm
            {...given}
            before={one}
            word="Change it"
            save={(now) => change('The approval was changed.', (all) => replaced(all, one, [now]))}
            remove={() => void change('The approval was deleted.', (all) => replaced(all, one, []))}
          />
        </details>
      ))}
      <details class="more">
        <summary>Ask for another approval</summary>
        <RequirementForm
          {...given}
          before={blank}
          word="Ask for it"
          save={(now) => change('The approval was added.', (all) => [...all, now])}
        />
      </details>
    </section>
  );
}
