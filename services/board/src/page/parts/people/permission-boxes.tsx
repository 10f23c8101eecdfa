import { CheckField } from '../field.tsx';
import { groupsOf, type PermissionGroup } from './permission-groups.ts';

interface Props {
  /** all that there are */
  readonly ids: readonly string[];
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
}

function Group({ group: { area, ids }, chosen, change }: Omit<Props, 'ids'> & { readonly group: PermissionGroup }) {
  const on = ids.filter((id) => chosen.includes(id));
  const others = chosen.filter((id) => !ids.includes(id));
  return (
    <details class="more">
      <summary>
        {area}: {on.length} of {ids.length}
      </summary>
      <fieldset class="conditions">
        <legend class="unseen">{area}</legend>
        {ids.length > 1 && (
          <CheckField
            label={`All of ${area}`}
            isOn={on.length === ids.length}
            change={(isOn) => change(isOn ? [...others, ...ids] : others)}
          />
        )}
        {ids.map((id) => (
          <CheckField
            key={id}
            label={id}
            isOn={on.includes(id)}
            change={(isOn) => change(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </fieldset>
    </details>
  );
}

/** Permissions by their areas, each to be given or not. */
export const PermissionBoxes = ({ ids, ...given }: Props) => (
  <section>
    {groupsOf(ids).map((group) => (
      <Group key={group.area} group={group} {...given} />
    ))}
  </section>
);
