import type { TaskResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import Check from '~icons/lucide/check';
import Circle from '~icons/lucide/circle';
import Clock from '~icons/lucide/clock';
import Link2 from '~icons/lucide/link-2';
import X from '~icons/lucide/x';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { plural } from '../../../navigation/text.ts';
import { approvalCount, rejectingUsers } from '../task/gate/requirement.ts';

interface PartProps {
  readonly icon: IconNode;
  readonly tone: string;
  readonly children: ComponentChildren;
}

const Part = ({ icon, tone, children }: PartProps) => (
  <li>
    <span class={tone}>
      <Icon of={icon} size="small" />
    </span>
    <span>{children}</span>
  </li>
);

/** The number of conditions on a card. The task panel has all of them. */
const maxConditions = 5;

/** What a gate waits for: its conditions, its approvals and its dependencies. */
export function GateParts({ task }: { readonly task: TaskResponse }) {
  const { conditions = [], approvalRequirements = [], approvalVerdicts = [], dependencies = [] } = task;
  if (conditions.length + approvalRequirements.length + dependencies.length === 0) return null;
  const more = conditions.length - maxConditions;
  return (
    <ul class="gate-parts">
      {conditions.slice(0, maxConditions).map(({ id, title, checked }) => (
        <Part key={id} icon={checked ? Check : Circle} tone={checked ? 'done-text' : 'faint'}>
          <bdi>{title}</bdi>
          {checked && <span class="unseen">, checked</span>}
        </Part>
      ))}
      {more > 0 && (
        <Part icon={Circle} tone="faint">
          {more} more
        </Part>
      )}
      {approvalRequirements.map((requirement, index) => {
        const given = approvalCount(requirement, approvalVerdicts);
        const isGiven = given >= requirement.count;
        return (
          <Part key={index} icon={isGiven ? Check : Clock} tone={isGiven ? 'done-text' : 'asks-text'}>
            {plural(requirement.count, `${given} of # approval by`, `${given} of # approvals by`)}{' '}
            <b>
              <bdi>{requirement.team ?? requirement.role}</bdi>
            </b>
          </Part>
        );
      })}
      {rejectingUsers(approvalVerdicts).map((username) => (
        <Part key={username} icon={X} tone="failed-text">
          Rejected by <UserName name={username} />
        </Part>
      ))}
      {dependencies.length > 0 && (
        <Part icon={Link2} tone="faint">
          {plural(dependencies.length, '# dependency', '# dependencies')}
        </Part>
      )}
    </ul>
  );
}
