import { type ComponentChildren, Fragment } from 'preact';
import { Link } from '../place/link.tsx';

interface Props {
  /** the permission that is missing; null: none */
  readonly lacking: string | null;
  readonly run: () => void;
  readonly children: ComponentChildren;
  readonly isDisabled?: boolean;
  readonly isMain?: boolean;
}

/** A button that is disabled without the permission. `Lacking` shows the reason for all buttons beside it. */
export const Deed = ({ lacking, run, children, isDisabled = false, isMain = false }: Props) => (
  <button type="button" class={isMain ? 'main' : undefined} disabled={isDisabled || lacking !== null} onClick={run}>
    {children}
  </button>
);

interface WayProps extends Pick<Props, 'lacking' | 'children'> {
  /** a path below the root */
  readonly to: string;
}

/** The same for what is done in another view: a link there, in the looks of a button. */
export const WayToDeed = ({ lacking, to, children }: WayProps) =>
  lacking === null ? (
    <Link to={to} class="button">
      {children}
    </Link>
  ) : (
    <button type="button" disabled>
      {children}
    </button>
  );

interface LackingProps {
  readonly names: readonly (string | null)[];
  /** the id of what they are missing on, empty: everywhere; then each name leads to why that is */
  readonly on?: string;
}

/** The address of the explanation of a permission. */
const whyAddress = (permission: string, on: string): string =>
  `/why?${new URLSearchParams({ permission, ...(on !== '' && { id: on }) })}`;

/** The missing permissions of the controls here, each once. */
export function Lacking({ names, on }: LackingProps) {
  const missing = [...new Set(names)].filter((name) => name !== null);
  if (missing.length === 0) return null;
  return (
    <p class="none">
      You have no permission{' '}
      {missing.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {on === undefined ? name : <Link to={whyAddress(name, on)}>{name}</Link>}
        </Fragment>
      ))}{' '}
      here.
    </p>
  );
}
