import type { TaskResponse } from '@slipway/api-schema/plans';
import { updateWithRetry } from '../../../../components/drafts/save-draft.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { describeRequirement, type Requirement } from '../../../release/task/requirement.ts';
import type { PartProps } from './part-props.ts';
import { newRequirement, RequirementForm } from './requirement-form.tsx';

const isSame = (requirement: object, candidate: object): boolean =>
  JSON.stringify(requirement) === JSON.stringify(candidate);

/** Replaces a requirement that the user has seen. Throws Error if it has changed. */
function replaceRequirement(
  all: readonly Requirement[],
  previous: Requirement,
  newRequirements: readonly object[],
): readonly object[] {
  const index = all.findIndex((requirement) => isSame(requirement, previous));
  if (index < 0) throw new Error('Another user has changed it. Check the present version.');
  return all.toSpliced(
    index,
    1,
    ...newRequirements.map((requirement) => ({ ...previous, team: undefined, role: undefined, ...requirement })),
  );
}

/** The approval requirements of a gate; each change is saved at once. */
export function ApprovalsEditor({ template, task, editing, missingPermission }: PartProps) {
  const requirements = task.approvalRequirements ?? [];
  const change = (message: string, createRequirements: (all: readonly Requirement[]) => readonly object[]) =>
    editing.run(message, () =>
      updateWithRetry<TaskResponse>(`/tasks/${lastSegment(task.id)}`, ({ approvalRequirements: all = [] }) => ({
        approvalRequirements: createRequirements(all),
      })),
    );
  const formProps = {
    containerPath: `/templates/${lastSegment(template.id)}`,
    isDisabled: missingPermission !== null || editing.isBusy.value,
  };
  return (
    <section>
      <h3>Approvals</h3>
      {requirements.length === 0 && <p class="empty">No approvals required</p>}
      {requirements.map((requirement, index) => (
        <details key={`${index} ${JSON.stringify(requirement)}`} class="more">
          <summary>{describeRequirement(requirement)}</summary>
          <RequirementForm
            {...formProps}
            requirement={requirement}
            submitLabel="Change it"
            save={(newRequirements) =>
              change('The approval was changed.', (all) => replaceRequirement(all, requirement, [newRequirements]))
            }
            remove={() => void change('The approval was deleted.', (all) => replaceRequirement(all, requirement, []))}
          />
        </details>
      ))}
      <details class="more">
        <summary>Ask for another approval</summary>
        <RequirementForm
          {...formProps}
          requirement={newRequirement}
          submitLabel="Ask for it"
          save={(newRequirements) => change('The approval was added.', (all) => [...all, newRequirements])}
        />
      </details>
    </section>
  );
}
