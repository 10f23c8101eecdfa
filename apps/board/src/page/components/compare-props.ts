import { Component, type ComponentChildren } from 'preact';

/** A component that is rendered only if a property has changed; `show` uses no hooks and no signals. */
export const memoized = <Props extends object>(render: (props: Props) => ComponentChildren) =>
  class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const current = new Map(Object.entries(this.props));
      return Object.entries(next).some(([name, value]) => name !== 'children' && current.get(name) !== value);
    }
    override render(props: Props): ComponentChildren {
      return render(props);
    }
  };
