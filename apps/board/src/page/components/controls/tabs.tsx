import { Link } from '../../navigation/link.tsx';
import { Icon, type IconNode } from '../marks/icon.tsx';

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

interface Tab {
  readonly title: string;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly icon?: IconNode;
  /** The number of objects in the tab; undefined: unknown. */
  readonly count?: number | undefined;
}

/** Links to the tabs of a view. */
export const Tabs = ({ label, tabs }: Props) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ title, to, isCurrent, icon, count }) => (
      <Link key={to} to={to} current={isCurrent}>
        {icon && <Icon of={icon} />}
        {title}
        {count !== undefined && <span class="badge">{count}</span>}
      </Link>
    ))}
  </nav>
);
