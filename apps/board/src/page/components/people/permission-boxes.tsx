import { isWithoutFeature } from '@slipway/domain/permission-presets';
import { useId, useMemo } from 'preact/hooks';
import { areaName, permissionArea, permissionName, permissionSentence } from '../../api/permission-words.ts';
import { t } from '../../navigation/text.ts';
import { CheckField } from '../fields/field.tsx';

/** The permissions of one area, such as releases. */
export interface PermissionGroup {
  readonly area: string;
  readonly ids: readonly string[];
}

/** Groups permissions by area, in the order of the first permission of each area. */
export function groupPermissions(ids: readonly string[]): readonly PermissionGroup[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) groups.set(permissionArea(id), [...(groups.get(permissionArea(id)) ?? []), id]);
  return [...groups].map(([area, inArea]) => ({ area, ids: inArea }));
}

interface Props {
  /** All permissions that the user can grant. */
  readonly ids: readonly string[];
  readonly selected: readonly string[];
  readonly change: (selected: readonly string[]) => void;
}

interface BoxProps {
  readonly permission: string;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
}

/** The checkbox of a permission, with the sentence about it, and its id for REST. */
function Box({ permission, isOn, change }: BoxProps) {
  const id = useId();
  return (
    <label class="check">
      <input
        type="checkbox"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-sentence`}
        checked={isOn}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>
        <span id={`${id}-name`}>{permissionName(permission)}</span> <code class="sub">{permission}</code>
        <span id={`${id}-sentence`} class="sub block">
          {permissionSentence(permission)}
        </span>
      </span>
    </label>
  );
}

function Group({ group: { area, ids }, selected, change }: Omit<Props, 'ids'> & { readonly group: PermissionGroup }) {
  const selectedInGroup = ids.filter((id) => selected.includes(id));
  const others = selected.filter((id) => !ids.includes(id));
  const name = areaName(area);
  return (
    <details class="more">
      <summary>
        {name}: {selectedInGroup.length} of {ids.length}
      </summary>
      <fieldset class="conditions">
        <legend class="unseen">{name}</legend>
        {ids.length > 1 && (
          <CheckField
            label={t`All permissions: ${name}`}
            isOn={selectedInGroup.length === ids.length}
            change={(isOn) => change(isOn ? [...others, ...ids] : others)}
          />
        )}
        {ids.map((id) => (
          <Box
            key={id}
            permission={id}
            isOn={selectedInGroup.includes(id)}
            change={(isOn) => change(isOn ? [...selected, id] : selected.filter((chosenId) => chosenId !== id))}
          />
        ))}
      </fieldset>
    </details>
  );
}

/**
 * Checkboxes for permissions, grouped by area. Permissions without effect are hidden, unless they were selected when the
 * component appeared.
 */
export function PermissionBoxes({ ids, ...rest }: Props) {
  const granted = useMemo(() => rest.selected, []);
  const shown = ids.filter((id) => !isWithoutFeature(id) || granted.includes(id));
  return (
    <section>
      {groupPermissions(shown).map((group) => (
        <Group key={group.area} group={group} {...rest} />
      ))}
    </section>
  );
}
