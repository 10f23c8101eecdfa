import sys


def fail(text, response=None):
    """Ends the task, with what the server had to say."""
    print text
    if response is not None:
        response.errorDump()
    sys.exit(1)


def table(headings, rows):
    lines = ['|' + '|'.join(headings) + '|', '|' + ':---|' * len(headings)]
    for row in rows:
        lines.append('|' + '|'.join([unicode(cell) for cell in row]) + '|')
    return '\n'.join(lines)
