import { useSignal } from '@preact/signals';
import { rolePresets } from '@slipway/domain/permission-presets';
import { PermissionBoxes } from '../../components/people/permission-boxes.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { PresetField } from '../../components/people/preset-field.tsx';
import { RemovableList } from '../../components/people/removable-list.tsx';
import { TeamField } from '../../components/people/team-field.tsx';
import { type ComponentStates, Example, longWord, noop } from '../example.tsx';

const permissions = ['admin', 'reports#view', 'reports#edit', 'security#edit'];

const presetHints = {
  viewer: 'Views.',
  contributor: 'Contributes.',
  releaseManager: 'Manages releases.',
  folderOwner: 'Owns folders.',
  administrator: 'Everything.',
};

function PeopleExamples() {
  const user = useSignal('');
  const selected = useSignal<readonly string[]>(['admin', 'reports#view']);
  return (
    <>
      <Example name="User">
        <PersonField label="User" kind="user" value={user.value} change={(text) => (user.value = text)} />
      </Example>
      <Example name="Team">
        <TeamField containerPath="/releases/Release1" value="" change={noop} />
      </Example>
      <Example name="Members">
        <RemovableList
          names={[
            { key: 'anna', name: 'anna', detail: 'user' },
            { key: 'long', name: longWord },
          ]}
          none="No members"
          remove={noop}
        />
      </Example>
      <Example name="No members">
        <RemovableList names={[]} none="No members yet" remove={noop} />
      </Example>
      <Example name="Preset">
        <PresetField
          presets={rolePresets}
          hints={presetHints}
          selected={selected.value}
          change={(ids) => (selected.value = ids)}
        />
      </Example>
      <Example name="Permissions">
        <PermissionBoxes ids={permissions} selected={selected.value} change={(ids) => (selected.value = ids)} />
      </Example>
    </>
  );
}

/** The fields and lists of users, teams and permissions. */
export const people: readonly ComponentStates[] = [
  { id: 'people', title: 'Users, teams and permissions', Examples: PeopleExamples },
];
