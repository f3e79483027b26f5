@_exported public import PortableSecurity
