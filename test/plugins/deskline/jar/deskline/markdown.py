class Report(object):
    """Lines of markdown that are printed at the end."""

    def __init__(self, heading):
        self.lines = ['#### %s' % heading]

    def row(self, name, value):
        self.lines.append('* **%s**: %s' % (name, value))

    def write(self):
        print '\n'.join(self.lines)
