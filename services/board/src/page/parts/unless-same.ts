import { Component, type ComponentChildren } from 'preact';

/** A component that is rendered only if a property has changed; `show` uses no hooks and no signals. */
export const unlessSame = <Props extends object>(show: (props: Props) => ComponentChildren) =>
  class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const now = new Map(Object.entries(this.props));
      return Object.entries(next).some(([name, value]) => name !== 'children' && now.get(name) !== value);
    }
    override render(props: Props): ComponentChildren {
      return show(props);
    }
  };
