import { useSignal } from '@preact/signals';
import Check from '~icons/lucide/check';
import Copy from '~icons/lucide/copy';
import Ellipsis from '~icons/lucide/ellipsis';
import Flag from '~icons/lucide/flag';
import Pencil from '~icons/lucide/pencil';
import Trash2 from '~icons/lucide/trash-2';
import { BulkBar } from '../../components/controls/bulk-bar.tsx';
import { FieldChip, FlagChip, SearchInput } from '../../components/controls/filter-controls.tsx';
import { Menu, type MenuSection } from '../../components/controls/menu.tsx';
import { PeriodChip } from '../../components/controls/period-chip.tsx';
import { RowMenu } from '../../components/controls/row-menu.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { showToast } from '../../components/toast.tsx';
import { type ComponentStates, Example, longText, noop } from '../example.tsx';

const actions: MenuSection = {
  actions: [
    { label: 'Edit', icon: Pencil, run: () => showToast('Edited'), shortcut: 'E' },
    { label: 'Copy', icon: Copy, run: noop, disabledReason: 'You need the permission “Create top-level templates”.' },
    { label: longText, icon: Flag, run: noop },
  ],
};
const dangers: MenuSection = { actions: [{ label: 'Delete', icon: Trash2, run: noop, isDanger: true }] };

function MenuExamples() {
  const isCompact = useSignal(true);
  const choices: MenuSection = {
    heading: 'Rows',
    choices: [
      { label: 'Comfortable', run: () => (isCompact.value = false), isSelected: !isCompact.value },
      { label: 'Compact', run: () => (isCompact.value = true), isSelected: isCompact.value },
    ],
  };
  return (
    <>
      <Example name="Actions: disabled with a reason, long, destructive">
        <Menu label="Actions of Payments" sections={[actions, dangers]}>
          Actions
        </Menu>
      </Example>
      <Example name="Choices">
        <Menu label="Table settings" sections={[choices]} buttonClass="quiet square">
          <Icon of={Ellipsis} />
        </Menu>
      </Example>
      <Example name="Row menu">
        <RowMenu label="Actions of Billing" sections={[actions]} />
      </Example>
    </>
  );
}

const periods = [
  ['month', 'Month'],
  ['week', 'Week'],
  ['list', 'List'],
] as const;

function SegmentsExamples() {
  const period = useSignal<(typeof periods)[number][0]>('month');
  const control = (label: string) => (
    <Segments label={label} value={period.value} options={periods} change={(value) => (period.value = value)} />
  );
  return (
    <>
      <Example name="One of three">{control('Period')}</Example>
      <Example name="Hover" shown="hover">
        {control('Period, hovered')}
      </Example>
      <Example name="Focus" shown="focus-visible">
        {control('Period, focused')}
      </Example>
      <Example name="Two">
        <Segments
          label="Assignee"
          value="me"
          options={[
            ['me', 'Me'],
            ['teams', 'My teams'],
          ]}
          change={noop}
        />
      </Example>
    </>
  );
}

function SwitchExamples() {
  const isOn = useSignal(false);
  return (
    <>
      <Example name="Default">
        <Switch label="Enable trigger" isOn={isOn.value} change={(value) => (isOn.value = value)} />
      </Example>
      <Example name="On">
        <Switch label="Start automatically" isOn change={noop} />
      </Example>
      <Example name="Focus" shown="focus-visible">
        <Switch label="Focused switch" isOn change={noop} />
      </Example>
      <Example name="Busy">
        <Switch label="Busy switch" isOn isBusy change={() => showToast('A busy switch has changed')} />
      </Example>
      <Example name="Disabled with a reason">
        <Switch
          label="Disabled switch"
          isOn={false}
          disabledReason="You need the permission “Edit triggers”."
          change={() => showToast('A disabled switch has changed')}
        />
      </Example>
    </>
  );
}

const tabs = ['Flow', 'Timeline', 'Properties', 'Variables', 'Attachments', 'Activity'].map((title, index) => ({
  title,
  to: `/releases/Release1?tab=${index}`,
  isCurrent: index === 1,
}));

const TabsExamples = () => (
  <>
    <Example name="The second is current" isWide>
      <Tabs label="Release" tabs={tabs} />
    </Example>
    <Example name="More than fit">
      <Tabs label="Narrow release" tabs={tabs} />
    </Example>
  </>
);

function BulkBarExamples() {
  const count = useSignal(3);
  return (
    <Example name="With a selection" isWide>
      <div class="stack">
        <button type="button" onClick={() => (count.value += 1)}>
          Select one more
        </button>
        <BulkBar count={count.value} clear={() => (count.value = 0)}>
          <button type="button" class="small">
            <Icon of={Check} size="small" />
            Complete 2 of 3
          </button>
          <button type="button" class="small" aria-disabled="true" title="You need the permission “Reassign tasks”.">
            Assign
          </button>
        </BulkBar>
      </div>
    </Example>
  );
}

const FilterExamples = () => (
  <Example name="Search, fields and a flag" isWide>
    <search class="filter-bar">
      <SearchInput label="Search packages" value="" change={noop} />
      <FieldChip label="Tags" text="Any" remove={null}>
        <TextField label="Tags of the filter" value="" change={noop} />
      </FieldChip>
      <FieldChip label="Title" text={longText} remove={noop}>
        <TextField label="Title of the filter" value={longText} change={noop} />
      </FieldChip>
      <FlagChip label="Owner" text="Me" remove={noop} />
      <PeriodChip from="" to="" change={noop} />
      <PeriodChip from="2026-11-01T08:00" to="2026-11-02T08:00" change={noop} />
    </search>
  </Example>
);

/** The controls that choose or open something. */
export const controls: readonly ComponentStates[] = [
  { id: 'menu', title: 'Menu', Examples: MenuExamples },
  { id: 'segments', title: 'Segments', Examples: SegmentsExamples },
  { id: 'switch', title: 'Switch', Examples: SwitchExamples },
  { id: 'tabs', title: 'Tabs', Examples: TabsExamples },
  { id: 'filters', title: 'Filters', Examples: FilterExamples },
  { id: 'bulk-bar', title: 'Bulk bar', Examples: BulkBarExamples },
];
