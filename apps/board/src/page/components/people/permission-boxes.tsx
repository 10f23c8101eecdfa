import { t } from '../../navigation/text.ts';
import { CheckField } from '../fields/field.tsx';

/** The permissions of one area, such as releases. */
export interface PermissionGroup {
  readonly area: string;
  readonly ids: readonly string[];
}

/** Returns the area of a permission: the part before `#`, or `everything` without `#`. */
const permissionArea = (id: string): string => (id.includes('#') ? id.slice(0, id.indexOf('#')) : 'everything');

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

function Group({ group: { area, ids }, selected, change }: Omit<Props, 'ids'> & { readonly group: PermissionGroup }) {
  const selectedInGroup = ids.filter((id) => selected.includes(id));
  const others = selected.filter((id) => !ids.includes(id));
  return (
    <details class="more">
      <summary>
        {area}: {selectedInGroup.length} of {ids.length}
      </summary>
      <fieldset class="conditions">
        <legend class="unseen">{area}</legend>
        {ids.length > 1 && (
          <CheckField
            label={t`All ${area} permissions`}
            isOn={selectedInGroup.length === ids.length}
            change={(isOn) => change(isOn ? [...others, ...ids] : others)}
          />
        )}
        {ids.map((id) => (
          <CheckField
            key={id}
            label={id}
            isOn={selectedInGroup.includes(id)}
            change={(isOn) => change(isOn ? [...selected, id] : selected.filter((chosenId) => chosenId !== id))}
          />
        ))}
      </fieldset>
    </details>
  );
}

/** Checkboxes for permissions, grouped by area. */
export const PermissionBoxes = ({ ids, ...rest }: Props) => (
  <section>
    {groupPermissions(ids).map((group) => (
      <Group key={group.area} group={group} {...rest} />
    ))}
  </section>
);
