#pragma once
#include <malloc.h>
#include <systemd/sd-bus.h>
