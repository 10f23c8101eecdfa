import { type ComponentChildren, Fragment } from 'preact';
import type { BodyBlock, List } from './markdown-blocks.ts';
import { type LinkTest, parseSpans, type Span } from './markdown-spans.ts';

/** The options for the links of a text. */
export interface LinkOptions {
  readonly renderLink: (link: Span) => ComponentChildren;
  /** Whether a link may have a target; by default, only a URL with the scheme http, https or mailto. */
  readonly isAllowed?: LinkTest;
}

function renderSpan(span: Span, renderLink: LinkOptions['renderLink']): ComponentChildren {
  switch (span.kind) {
    case 'strong':
      return <strong>{span.text}</strong>;
    case 'emphasis':
      return <em>{span.text}</em>;
    case 'code':
      return <code>{span.text}</code>;
    case 'link':
      return renderLink(span);
    case 'text':
      return span.text;
  }
}

interface TextProps extends LinkOptions {
  readonly text: string;
}

/** A text with its formats and links. */
export const FormattedText = ({ text, renderLink, isAllowed }: TextProps) => (
  <>
    {parseSpans(text, isAllowed).map((span, index) => (
      <Fragment key={index}>{renderSpan(span, renderLink)}</Fragment>
    ))}
  </>
);

function ListView({ list: { start, items }, ...links }: LinkOptions & { readonly list: List }) {
  const rows = items.map(({ text, lists }, index) => (
    <li key={index}>
      <FormattedText text={text} {...links} />
      {lists.map((list, at) => (
        <ListView key={at} list={list} {...links} />
      ))}
    </li>
  ));
  return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

interface BlockProps extends LinkOptions {
  readonly block: BodyBlock;
}

/** A block of a Markdown text that is no heading. */
export function BlockView({ block, ...links }: BlockProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <FormattedText text={block.text} {...links} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <FormattedText text={block.text} {...links} />
        </blockquote>
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'list':
      return <ListView list={block} {...links} />;
  }
}
