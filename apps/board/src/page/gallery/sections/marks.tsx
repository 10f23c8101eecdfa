import CircleAlert from '~icons/lucide/circle-alert';
import Rocket from '~icons/lucide/rocket';
import { systemAuthor } from '../../api/full-names.ts';
import { ExactMoment } from '../../components/exact-moment.tsx';
import { Avatar } from '../../components/marks/avatar.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { phaseColor } from '../../components/marks/phase-color.ts';
import { ProgressBar } from '../../components/marks/progress-bar.tsx';
import { RiskBadge } from '../../components/marks/risk-badge.tsx';
import { StatusBadge, StatusLabel } from '../../components/marks/status.tsx';
import { TaskTypeIcon } from '../../components/marks/task-type-icon.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Moment, None, Unknown } from '../../components/moment.tsx';
import { type ComponentStates, Example, longText, longWord } from '../example.tsx';

const statuses = [
  ...(['PLANNED', 'QUEUED', 'PENDING', 'PAUSED', 'WAITING_FOR_INPUT', 'IN_PROGRESS', 'COMPLETED'] as const),
  ...(['COMPLETED_IN_ADVANCE', 'FAILING', 'FAILED', 'SKIPPED', 'SKIPPED_IN_ADVANCE', 'ABORTED'] as const),
  ...(['PRECONDITION_IN_PROGRESS', 'FAILURE_HANDLER_IN_PROGRESS', 'ABORT_SCRIPT_IN_PROGRESS'] as const),
];

const StatusExamples = () => (
  <>
    <Example name="Each status" isWide>
      <div class="row wrapped">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
    </Example>
    <Example name="Another label">
      <StatusLabel tone="asks" label="Needs approval" />
    </Example>
  </>
);

const AvatarExamples = () => (
  <>
    <Example name="Users and tints">
      <div class="row wrapped">
        {['Ada Lovelace', 'Grace Hopper', 'root', 'Jean Bartik', 'Karen Jones', 'Mary Ann', 'Li Wei'].map((name) => (
          <Avatar key={name} name={name} />
        ))}
      </div>
    </Example>
    <Example name="Team, unassigned, large">
      <div class="row">
        <Avatar name="Release management" isTeam />
        <Avatar name={null} />
        <Avatar name="Ada Lovelace" isLarge />
      </div>
    </Example>
    <Example name="With its name">
      <span class="row">
        <Avatar name="Ada Lovelace" isNamed />
        <span class="cut">{longText}</span>
      </span>
    </Example>
    <Example name="User, and the author of automatic changes">
      <div class="row">
        <UserName name="ada" /> <UserName name={systemAuthor} />
      </div>
    </Example>
  </>
);

const ProgressExamples = () => (
  <>
    <Example name="All tones">
      <ProgressBar counts={{ done: 8, over: 1, failed: 1, runs: 2, asks: 1, waits: 1, idle: 4 }} />
    </Example>
    <Example name="Large, complete">
      <ProgressBar counts={{ done: 14 }} isLarge />
    </Example>
    <Example name="Empty">
      <ProgressBar counts={{}} label="No tasks" />
    </Example>
  </>
);

const thresholds = { attentionNeededFrom: 35, atRiskFrom: 70 };

const RiskExamples = () => (
  <>
    {[0, 40, 80].map((score) => (
      <Example key={score} name={`A score of ${score}`}>
        <RiskBadge score={score} thresholds={thresholds} />
      </Example>
    ))}
  </>
);

const IconExamples = () => (
  <>
    <Example name="Three sizes">
      <span class="row">
        <Icon of={Rocket} size="small" />
        <Icon of={Rocket} />
        <Icon of={Rocket} size="large" />
      </span>
    </Example>
    <Example name="With a name">
      <Icon of={CircleAlert} label="Late" />
    </Example>
    <Example name="Task types">
      <span class="row wrapped">
        {['example.Task', 'example.Script', 'example.HttpRequest', 'example.Deploy'].map((type) => (
          <TaskTypeIcon key={type} type={type} />
        ))}
      </span>
    </Example>
  </>
);

const TagExamples = () => (
  <>
    <Example name="Tags">
      <span class="row wrapped">
        <bdi class="tag">payments</bdi>
        <bdi class="tag">{longWord}</bdi>
      </span>
    </Example>
    <Example name="Counts">
      <span class="row">
        <span class="badge">12</span>
        <span class="badge hot">3</span>
        <kbd>Ctrl K</kbd>
      </span>
    </Example>
    <Example name="Phases">
      <span class="row">
        {Array.from({ length: 8 }, (_, index) => (
          <i key={index} class="phase-mark" style={{ '--phase': phaseColor(null, index) }} />
        ))}
      </span>
    </Example>
  </>
);

const MomentExamples = () => (
  <>
    <Example name="This year, and another year">
      <Moment at={Date.now()} /> <Moment at="2019-03-04T05:06:00Z" /> <ExactMoment at="2019-03-04T05:06:07Z" />
    </Example>
    <Example name="Missing, not known yet">
      <None /> <Unknown />
    </Example>
  </>
);

/** The marks of objects. */
export const marks: readonly ComponentStates[] = [
  { id: 'status', title: 'Status', Examples: StatusExamples },
  { id: 'avatar', title: 'Avatar', Examples: AvatarExamples },
  { id: 'progress', title: 'Progress', Examples: ProgressExamples },
  { id: 'risk', title: 'Risk', Examples: RiskExamples },
  { id: 'tag', title: 'Tag, count, key and phase', Examples: TagExamples },
  { id: 'icon', title: 'Icon', Examples: IconExamples },
  { id: 'moment', title: 'Time', Examples: MomentExamples },
];
