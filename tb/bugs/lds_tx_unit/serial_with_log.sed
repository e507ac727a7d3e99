# Work-group serialization takes entries of the undo log, too, and so can fail for want of one.
s/issue\.tx \&\& undoable/issue.tx/
