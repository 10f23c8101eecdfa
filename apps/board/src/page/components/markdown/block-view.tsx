import { type ComponentChildren, Fragment } from 'preact';
import { t } from '../../navigation/text.ts';
import type { BodyBlock, List, Table } from './markdown-blocks.ts';
import { type LinkTest, parseSpans, type Span } from './markdown-spans.ts';

/** The options for the links of a text. */
export interface LinkOptions {
  readonly renderLink: (link: Span) => ComponentChildren;
  /** Whether a link may have a target; by default, only a URL with the scheme http, https or mailto. */
  readonly isAllowed?: LinkTest;
  /** Renders a text outside of code and links; by default as it is. */
  readonly renderText?: (text: string) => ComponentChildren;
}

function renderSpan(span: Span, { renderLink, renderText = (text) => text }: LinkOptions): ComponentChildren {
  switch (span.kind) {
    case 'strong':
      return <strong>{renderText(span.text)}</strong>;
    case 'emphasis':
      return <em>{renderText(span.text)}</em>;
    case 'deleted':
      return <del>{renderText(span.text)}</del>;
    case 'code':
      return <code>{span.text}</code>;
    case 'link':
      return renderLink(span);
    case 'text':
      return renderText(span.text);
  }
}

interface TextProps extends LinkOptions {
  readonly text: string;
}

/** A text with its formats and links. */
export const FormattedText = ({ text, ...options }: TextProps) => (
  <>
    {parseSpans(text, options.isAllowed).map((span, index) => (
      <Fragment key={index}>{renderSpan(span, options)}</Fragment>
    ))}
  </>
);

function ListView({ list: { start, items }, ...links }: LinkOptions & { readonly list: List }) {
  const rows = items.map(({ text, isDone, lists }, index) => (
    <li key={index}>
      {isDone !== null && (
        <input type="checkbox" disabled checked={isDone} aria-label={isDone ? t('Done') : t('Not done')} />
      )}
      <FormattedText text={text} {...links} />
      {lists.map((list, at) => (
        <ListView key={at} list={list} {...links} />
      ))}
    </li>
  ));
  return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

/** A table. On a narrow screen, each cell has the text of its heading beside it. */
const TableView = ({ table: { head, rows }, ...links }: LinkOptions & { readonly table: Table }) => (
  <div class="framed">
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <FormattedText text={cell} {...links} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={at} data-name={head[at]?.replaceAll('`', '')}>
                <FormattedText text={cell} {...links} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

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
    case 'table':
      return <TableView table={block} {...links} />;
    case 'list':
      return <ListView list={block} {...links} />;
  }
}
